/** Why a count is missing or less certain, in words, and what a person can do about it. */

/** By the codes of `quality_reasons`. */
export const REASONS: Readonly<Record<string, string>> = {
  no_camera: 'no camera sees this room',
  no_samples: 'the camera sent no counts during the class',
  low_coverage: 'part of the class was not counted',
  camera_outage: 'there were no pictures for part of the class',
  frozen_picture: 'the camera picture froze for part of the class',
  black_picture: 'the camera picture was black for part of the class',
  warming_up: 'Turnout was still learning the room',
  weak_detector: 'the detector in use misses people',
  density_count: 'people were counted without boxes',
  crowded: 'the room was full, so some people were hidden behind others',
  small_input: 'people are too small in the picture',
  unstable: 'the count jumped around',
  changeover: 'people from another class were in the room',
  not_empty: 'the camera counts someone even when the room is empty',
  short_class: 'the class is short',
  zones_overlap: 'two cameras may see the same people',
  gap_filled: 'a second camera filled in for the first',
  calibrated: 'adjusted by your own counts of this room',
  in_progress: 'the class is still on',
  corrected_by_hand: 'someone corrected the number',
  box_unreachable: 'the gym is offline, and its counts are there',
  checked_in: 'these are check-ins: anyone who skipped the desk is missing',
};

export interface Remedy {
  readonly text: string;
  /** The page where an owner does it. */
  readonly page?: readonly [address: string, words: string];
}

const CAMERAS = ['/cameras', 'Open cameras'] as const;
const COUNTS = ['/calibrate', 'Check accuracy'] as const;

/** A reason that is not here needs nothing done. */
export const REMEDIES: Readonly<Record<string, Remedy>> = {
  no_camera: {
    text: 'Add a camera to count this room.',
    page: ['/setup/camera', 'Add a camera'],
  },
  no_samples: { text: 'Check that the camera is on and connected.', page: CAMERAS },
  camera_outage: { text: 'Check that the camera and computer stay on.', page: CAMERAS },
  frozen_picture: { text: 'Restart the camera.', page: CAMERAS },
  black_picture: { text: 'Check the lights and the lens.', page: CAMERAS },
  weak_detector: { text: 'Install a better detector.', page: CAMERAS },
  not_empty: { text: 'Draw an ignore zone over mirrors and posters.', page: CAMERAS },
  unstable: { text: 'Mount the camera higher, or add a second one.' },
  density_count: { text: 'Count a few classes yourself to see how close it is.', page: COUNTS },
  crowded: { text: 'Count a few classes yourself to see how close it is.', page: COUNTS },
  small_input: { text: 'Move the camera closer, or add a second one.' },
  changeover: { text: 'Leave five minutes between classes, and give each a room of its own.' },
  zones_overlap: { text: 'Redraw the zones so that they do not overlap.', page: CAMERAS },
};

/** What a camera does, as the pages and the command line say it. */
export const CAMERA_STATES: Readonly<Record<string, string>> = {
  connecting: 'connecting',
  streaming: 'streaming',
  degraded: 'streaming, with a fault',
  waiting: 'no connection, tried again',
  unauthorized: 'user name or password refused',
  failing: 'the connection keeps breaking',
  stopped: 'stopped',
};
