/** The variable that holds the password of a camera or a feed, or another part of its address. */

/** `MAIN_HALL_PASSWORD` for the camera `main-hall`. */
export function variableFor(id: string, ending: 'PASSWORD' | 'ADDRESS' = 'PASSWORD'): string {
  const name = `${id.replaceAll('-', '_').toUpperCase()}_${ending}`;
  return /^[A-Z_]/.test(name) ? name : `CAMERA_${name}`;
}
