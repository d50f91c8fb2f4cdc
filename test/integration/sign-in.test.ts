/**
 * A program signs in by itself: the official MCP client against the running service, with a browser that types a key. One
 * client registers, one has a metadata document.
 */

import { createServer as createHttpServer } from 'node:http';
import {
  auth,
  extractWWWAuthenticateParams,
  type OAuthClientProvider,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
} from '@modelcontextprotocol/client';
import type { Browser } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createOAuth } from '../../store/access/oauth/oauth.ts';
import { type SiteWorld, startSite } from '../api/routes/site/sign-in/site.fixture.ts';
import { HAS_CHROMIUM, launchChromium } from '../support/chromium.ts';
import { CERTIFICATE, startSite as startHttpsSite } from '../support/https-site.ts';
import { listening, stopped } from '../support/loopback.ts';
import { started } from '../support/started.ts';

if (!HAS_CHROMIUM) console.warn('skipped: there is no Chromium here');

/** What a client remembers, as an application keeps it. */
class Memory implements OAuthClientProvider {
  readonly clientMetadata;
  readonly redirectUrl: string;
  clientMetadataUrl?: string;
  client: StoredOAuthClientInformation | undefined;
  stored: StoredOAuthTokens | undefined;
  verifier = '';
  sentTo: URL | undefined;

  constructor(redirectUrl: string) {
    this.redirectUrl = redirectUrl;
    this.clientMetadata = { client_name: 'Test assistant', redirect_uris: [redirectUrl] };
  }

  state = () => 'a state of its own';
  clientInformation = () => this.client;
  saveClientInformation = (client: StoredOAuthClientInformation) =>
    void Object.assign(this, { client });
  tokens = () => this.stored;
  saveTokens = (stored: StoredOAuthTokens) => void Object.assign(this, { stored });
  redirectToAuthorization = (sentTo: URL) => void Object.assign(this, { sentTo });
  saveCodeVerifier = (verifier: string) => void Object.assign(this, { verifier });
  codeVerifier = () => this.verifier;
  invalidateCredentials = () => {
    this.stored = undefined;
  };
}

describe.skipIf(!HAS_CHROMIUM)('an MCP client signs in', () => {
  let world: SiteWorld;
  let browser: Browser;
  /** Where a program on this computer waits for the browser to come back. */
  const waiting = createHttpServer((_, response) => response.end('Thank you.'));
  let callback: string;
  const site = started(() =>
    startHttpsSite((request, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(
        JSON.stringify({
          client_id: `${site.origin}${request.url}`,
          client_name: 'Assistant with a document',
          redirect_uris: ['http://127.0.0.1/callback'],
          token_endpoint_auth_method: 'none',
        }),
      );
    }),
  );

  beforeAll(async () => {
    callback = `http://127.0.0.1:${await listening(waiting)}/callback`;
    browser = await launchChromium();
    return async () => {
      await browser.close();
      await stopped(waiting);
    };
  });
  beforeEach(async () => {
    const resolve = async () => ['127.0.0.1'];
    const network = { resolve, isPublic: () => true, ca: CERTIFICATE.cert };
    world = await startSite({ oauth: (parts) => createOAuth({ ...parts, network }) });
  });

  const summary = (token?: string) =>
    fetch(`${world.server.url}/v1/summary`, {
      headers: token === undefined ? {} : { Authorization: `Bearer ${token}` },
    });

  /** As a person does it: reads the page, types the key, presses the button. */
  async function allow(at: URL, key: string): Promise<URLSearchParams> {
    const page = await browser.newPage();
    try {
      await page.goto(at.href);
      expect(await page.locator('h1').textContent()).toBe(new URL(callback).host);
      expect(await page.locator('main').textContent()).toMatch(/Test assistant|with a document/);
      await page.getByLabel('API key').fill(key);
      const back = page.waitForResponse((response) => response.url().startsWith(callback));
      await page.getByRole('button', { name: 'Allow with this key' }).click();
      return new URL((await back).url()).searchParams;
    } finally {
      await page.close();
    }
  }

  /** From the first refusal to a token that is good. */
  async function signIn(client: Memory, key: string): Promise<void> {
    const refused = await summary();
    expect(refused.status).toBe(401);
    const { resourceMetadataUrl } = extractWWWAuthenticateParams(refused);
    expect(resourceMetadataUrl?.pathname).toBe('/.well-known/oauth-protected-resource');
    const options = {
      serverUrl: world.server.url,
      ...(resourceMetadataUrl && { resourceMetadataUrl }),
    };
    expect(await auth(client, options)).toBe('REDIRECT');
    const told = await allow(client.sentTo ?? new URL(world.server.url), key);
    expect(told.get('state')).toBe('a state of its own');
    const authorizationCode = told.get('code') ?? '';
    const iss = told.get('iss') ?? '';
    expect(iss).toBe(world.server.url);
    expect(await auth(client, { ...options, authorizationCode, iss })).toBe('AUTHORIZED');
  }

  it.each([
    ['registers itself', null],
    ['has a metadata document', '/assistant/client.json'],
  ])('that %s, reads figures, refreshes, and ends with its key', async (_, path) => {
    const { secret, id } = await world.key('manager');
    const client = new Memory(callback);
    if (path !== null) client.clientMetadataUrl = `${site.origin}${path}`;
    await signIn(client, secret);
    const wanted = client.clientMetadataUrl ?? expect.stringMatching(/^client_\w{24}$/);
    expect(client.client?.client_id).toEqual(wanted);
    expect(site.seen).toEqual(path === null ? [] : [path]);

    const first = client.stored;
    const seen = await summary(first?.access_token);
    expect([seen.status, await seen.json()]).toMatchObject([200, { gym_id: 'north' }]);
    expect(await auth(client, { serverUrl: world.server.url })).toBe('AUTHORIZED');
    expect(client.stored?.access_token).not.toBe(first?.access_token);
    expect((await summary(client.stored?.access_token)).status).toBe(200);
    expect((await summary(first?.access_token)).status).toBe(401);

    await world.access.revokeKey(id, 'test');
    expect((await summary(client.stored?.access_token)).status).toBe(401);
    // The refresh token has ended too: the client starts again, with a browser.
    expect(await auth(client, { serverUrl: world.server.url })).toBe('REDIRECT');
  });
});
