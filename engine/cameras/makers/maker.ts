/** What is known of one maker of cameras: where its streams are, how it is recognised, and where its menus are. */

export interface Maker {
  /** As its cameras are sold. */
  readonly name: string;
  /** Other names under which the same cameras are sold. */
  readonly alsoSoldAs: readonly string[];
  /** Path of the large stream, from the first slash; null where each camera has one of its own. */
  readonly main: string | null;
  /** Path of the small stream, which is enough for counting; null where each camera has one of its own. */
  readonly sub: string | null;
  /** How the path of one camera of a recorder is made; null where nothing is known. */
  readonly recorder: string | null;
  /** A path that is one of this maker's, whichever stream it is of. */
  readonly path: RegExp;
  /** What its cameras call themselves: in ONVIF scopes, in a realm, or as a server. */
  readonly calledBy: RegExp;
  /** Where the distance of keyframes is set, and what makes it vary, as the camera's own pages call it. */
  readonly keyframes: string;
  /** What else to know, one sentence; empty for nothing. */
  readonly note: string;
  /** Public pages that say so. */
  readonly sources: readonly string[];
}
