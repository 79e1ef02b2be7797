/**
 * Arguments with which tests start Chromium. Its address bar preloads two pages of its own for
 * every window, which costs as much as a small scenario; a list of features replaces the test
 * library's own list, so the important ones of that list are repeated. Chromium stores IndexedDB
 * either in LevelDB or in SQLite. For windows without a profile, LevelDB in memory takes many times
 * as long as either on a disk (10,000 rows: 11 s, 0.7 s and 0.8 s), so these use SQLite; windows
 * with a profile use Chromium's default.
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
