/** The digest of a login, by the example of the ONVIF Application Programmer's Guide 1.0, 6.1.1.3. */

import { expect, it } from 'vitest';
import { passwordDigest, securityHeader } from '../../../../engine/cameras/onvif/soap.ts';

const NONCE = Buffer.from('LKqI6G/AikKCQrN0zqZFlg==', 'base64');

it('is that of the published example', () => {
  const digest = passwordDigest(NONCE, '2010-09-16T07:50:45Z', 'userpassword');
  expect(digest).toBe('tuOSpGlFlIXsozq4HFNeeGeFLEI=');
});

it('holds no password, and the time without fractions', () => {
  const header = securityHeader({ user: 'a<b', password: 'hush' }, Date.UTC(2010, 8, 16), NONCE);
  expect(header).toContain('<Username>a&lt;b</Username>');
  expect(header).toContain('2010-09-16T00:00:00Z<');
  expect(header).not.toContain('hush');
});
