/** What the head of an answer says of its maker: the server, and the realm of the login. */

export function callsIn(
  headers: ReadonlyMap<string, readonly string[]> | undefined,
): readonly string[] {
  const realms = (headers?.get('www-authenticate') ?? []).flatMap((challenge) => {
    const [, realm = ''] = /realm="([^"]*)"/i.exec(challenge) ?? [];
    return realm === '' ? [] : [realm];
  });
  return [...(headers?.get('server') ?? []), ...realms];
}
