/**
 * How tests start Chromium. Its address bar keeps two pages of its own ready for every window, which costs as much as a
 * small story; naming features replaces the list of the test library, so that what matters of that one is repeated.
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
];
