/** A zone in which no one is counted, as `turnout.yaml` takes it: an example for mirrors and the like. */

export const IGNORE_ZONE =
  '{ name: mirror, kind: ignore, polygon: [[0.7, 0], [1, 0], [1, 0.6], [0.7, 0.6]] }';

/** For a picture that a person is about to look at. */
export const IGNORE_ZONE_HINT = `A box over a mirror, a window, a screen or a rack is no person: add a zone below the camera in turnout.yaml, its corners [x, y] as parts of the width and height from the top left:
  zones: [${IGNORE_ZONE}]`;
