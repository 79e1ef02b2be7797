/** Days after which an organisation is erased; until then any Level 1 cancels it (decision 0100). */
export const ERASE_ORGANIZATION_AFTER_DAYS = 30;
