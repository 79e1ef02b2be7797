// Runs before the first paint, in every browser: plain ES5, no build.
(function () {
  var root = document.documentElement;
  var element = document.currentScript;

  // The one policy of Trusted Types that the server allows: text becomes no markup (styles have none), and a script,
  // that of a worker too, comes from this server.
  /* oxlint-disable typescript/no-unsafe-call, typescript/no-unsafe-member-access, typescript/no-unsafe-return, typescript/no-unsafe-argument -- TypeScript does not know these types yet */
  if (window.trustedTypes) {
    trustedTypes.createPolicy('default', {
      createHTML: function (text) {
        return text.indexOf('<') < 0 ? text : null;
      },
      createScriptURL: function (url) {
        return new URL(url, location.href).href.indexOf(location.origin + '/') === 0 ? url : null;
      },
    });
  }
  /* oxlint-enable typescript/no-unsafe-call, typescript/no-unsafe-member-access, typescript/no-unsafe-return, typescript/no-unsafe-argument */
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

  var language = spokenLanguage();
  root.setAttribute('lang', language);
  // The catalogue of the app comes later than these texts.
  var texts = {
    de: {
      overlays: 'Menüs und Listen',
      tooOld:
        'Dieser Browser ist zu alt für Cairn. Bitte verwenden Sie ein aktuelles Chrome, Edge, Firefox oder Safari. An dem, was auf diesem Gerät gespeichert ist, wurde nichts geändert.',
    },
  }[language];

  // The first script waits for the texts of its language.
  if (language !== 'en') preload(element && element.getAttribute('data-' + language));

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
    var overlays = document.getElementById('overlays');
    if (texts && message) message.textContent = texts.tooOld;
    if (texts && overlays) overlays.setAttribute('aria-label', texts.overlays);
    if (!able && message) message.hidden = false;
  });

  // As src/i18n/language.ts: the chosen language, else the first of the browser's that the app speaks.
  function spokenLanguage() {
    var wanted = [];
    try {
      wanted.push(localStorage.getItem('cairn-language') || '');
    } catch (error) {
      wanted = []; // as above
    }
    wanted = wanted.concat(navigator.languages || navigator.language || []);
    for (var index = 0; index < wanted.length; index += 1) {
      var known = /^(en|de)(?:-|$)/i.exec(wanted[index]);
      if (known) return known[1].toLowerCase();
    }
    return 'en';
  }

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
