// Runs before the first paint, in every browser: plain ES5, no build.
(function () {
  var root = document.documentElement;
  var scheme = null;
  try {
    scheme = localStorage.getItem('mantine-color-scheme-value');
  } catch (error) {
    scheme = null; // storage may be closed to this page; the system's scheme is used
  }
  if (scheme !== 'light' && scheme !== 'dark') {
    scheme =
      window.matchMedia && window.matchMedia('(prefers-color-scheme: dark)').matches
        ? 'dark'
        : 'light';
  }
  root.setAttribute('data-mantine-color-scheme', scheme);

  document.addEventListener('DOMContentLoaded', function () {
    var able =
      'noModule' in document.createElement('script') &&
      'indexedDB' in window &&
      'structuredClone' in window &&
      'locks' in navigator &&
      typeof ''.isWellFormed === 'function';
    var message = document.getElementById('boot-too-old');
    if (!able && message) message.hidden = false;
  });
})();
