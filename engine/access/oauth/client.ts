/** A program that asks for access. All clients are public: none has a secret, PKCE stands in for it. */

export interface OAuthClient {
  /** `client_` and 24 letters and digits, or the https address of a metadata document. */
  readonly id: string;
  /** What it calls itself: nobody has checked it. 1..80 characters, no control characters. */
  readonly name: string;
  /** 1..10, each one {@link isAllowedRedirect}. */
  readonly redirectUris: readonly string[];
}
