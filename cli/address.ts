/** What a person means by `rtsp://…` as against `class.mp4`. */

/** Whether a text begins with a scheme. One letter and a colon is a drive of Windows, and so a path. */
export function isAddress(text: string): boolean {
  return /^[a-z][a-z0-9+.-]+:/i.test(text);
}
