/**
 * Where each camera sees someone in an empty room: coordinates and times as JSON, which `engine/empty-room` reads. `view` is
 * a digest of what would make them worthless: the camera's address, its detector and the size of its pictures.
 */

export const sql = `
CREATE TABLE empty_rooms (
  camera TEXT PRIMARY KEY,
  view   TEXT NOT NULL,
  body   TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`;
