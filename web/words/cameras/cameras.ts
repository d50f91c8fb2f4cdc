/** Texts of the pages about cameras. */

export const CAMERAS = {
  title: 'Cameras',
  text: 'What each camera is doing. Open one to see what it sees, and to draw its zones.',
  none: 'No camera yet. Find one in your network, or type its address.',
  room: 'Add a room first',
  camera: 'Camera',
  state: 'State',
  since: 'Since',
  last: 'Last count',
  never: 'none since the start',
  all: 'All cameras',
  draw: 'Draw zones where people are counted, and over mirrors, windows, screens and racks, where no one is.',
  states: {
    connecting: 'connecting',
    streaming: 'streaming',
    degraded: 'streaming, with a fault',
    waiting: 'no connection, tried again',
    unauthorized: 'user name or password refused',
    failing: 'the connection keeps breaking',
    stopped: 'stopped',
  } as Readonly<Record<string, string>>,
} as const;
