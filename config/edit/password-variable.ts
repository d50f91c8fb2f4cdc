/** The variable that holds the password of a camera. */

/** `MAIN_HALL_PASSWORD` for the camera `main-hall`. */
export function variableFor(id: string): string {
  const name = `${id.replaceAll('-', '_').toUpperCase()}_PASSWORD`;
  return /^[A-Z_]/.test(name) ? name : `CAMERA_${name}`;
}
