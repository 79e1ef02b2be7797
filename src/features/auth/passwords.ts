/** Board spec, 5 and 9. */
export const PASSWORD_LENGTH = 8;
export const PASSWORDS_DIFFER = 'Passwords do not match!';
