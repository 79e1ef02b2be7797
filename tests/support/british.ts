/** Dates of the screens in the tests are British, whatever the machine prefers. */
Object.defineProperty(navigator, 'languages', { value: ['en-GB'], configurable: true });
