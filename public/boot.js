// Runs before the first paint, in every browser: plain ES5, no build.
(function () {
  var root = document.documentElement;
  var element = document.currentScript;
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

  // With the shell on the device the parts of the screen are fetched beside the first script, not after it.
  var path = location.pathname;
  if (navigator.serviceWorker && navigator.serviceWorker.controller && path !== '/') {
    preload(element && element.getAttribute('data-frame'));
    if (path.indexOf('/workspace/') === 0) preload(element && element.getAttribute('data-board'));
  }

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

  function preload(files) {
    if (typeof files !== 'string') return;
    files.split(' ').forEach(function (file) {
      if (file === '') return;
      var link = document.createElement('link');
      link.rel = 'modulepreload';
      link.crossOrigin = '';
      link.href = file;
      document.head.appendChild(link);
    });
  }
})();
