/** As in package.json: a test holds them together. */
export const CLIENT_VERSION = '1.1.0';
