/** The address of a peer as text, from the bytes that uWebSockets.js gives of it. */

/** Texts that are stored; chosen here: more than ask at once, and some 100 KB. */
const MAX_KEPT = 1_000;

/** Of IPv4 addresses that asked lately: their text is made once, and maps know its hash from then on. */
const kept = new Map<number, string>();

/** Four bytes as `192.0.2.1`, sixteen as eight groups of four hexadecimal digits; empty for what is no address. */
export function addressText(bytes: ArrayBuffer): string {
  if (bytes.byteLength === 4) {
    // A DataView would say the same, and is made by a call out of compiled code.
    const { 0: a = 0, 1: b = 0, 2: c = 0, 3: d = 0 } = new Uint8Array(bytes);
    return ipv4Text((a << 24) | (b << 16) | (c << 8) | d);
  }
  const groups = Buffer.from(bytes).toString('hex').match(/.{4}/g);
  return groups === null ? '' : groups.join(':');
}

function ipv4Text(address: number): string {
  const known = kept.get(address);
  if (known !== undefined) return known;
  const byte = (shift: number) => (address >>> shift) & 255;
  const text = `${byte(24)}.${byte(16)}.${byte(8)}.${byte(0)}`;
  if (kept.size >= MAX_KEPT) kept.clear();
  kept.set(address, text);
  return text;
}
