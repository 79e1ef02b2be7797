/**
 * How tests start Chromium. Its address bar keeps two pages of its own ready for every window, which costs as much as a
 * small story; naming features replaces the list of the test library, so that what matters of that one is repeated.
 * Chromium keeps IndexedDB either in LevelDB or in SQLite. Of windows without a profile, which no person works in for
 * long, LevelDB in memory takes many times as long as either on a disk (10,000 rows: 11 s, 0.7 s and 0.8 s), so these get
 * SQLite; windows with a profile have what Chromium gives to people.
 */
export const CHROMIUM_ARGS: readonly string[] = [
  '--no-sandbox',
  `--disable-features=${[
    'WebUIOmniboxPopup',
    'WebUIOmniboxAimPopup',
    'WebUIOmniboxFullPopup',
    'WebUIOmniboxSimplification',
    'AimEnabled',
    'AvoidUnnecessaryBeforeUnloadCheckSync',
    'DestroyProfileOnBrowserClose',
    'HttpsUpgrades',
    'HttpsFirstBalancedModeAutoEnable',
    'LensOverlay',
    'MediaRouter',
    'NetworkTimeServiceQuerying',
    'OptimizationHints',
    'PaintHolding',
    'PreconnectToSearch',
    'ThirdPartyStoragePartitioning',
  ].join(',')}`,
  '--enable-features=IdbSqliteBackingStoreInMemoryContexts',
];
