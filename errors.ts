/**
 * Every error code of Turnout: what it means and the HTTP status it answers with, and the one error class.
 *
 * Nothing else creates errors that leave their module. Callers match on `code`; messages are for people.
 * A retired code stays listed and is never used for something else.
 */

interface ErrorEntry {
  /** One line for the documentation. */
  readonly meaning: string;
  /** HTTP status where the error reaches a caller of the API. */
  readonly status: number;
}

export const ERRORS = {
  config_invalid: { meaning: 'The configuration has faults; all of them are listed.', status: 500 },
  config_not_found: { meaning: 'The configuration file does not exist.', status: 500 },
  variable_unset: { meaning: 'A camera or feed needs a variable that is not set.', status: 503 },
  config_edit_failed: { meaning: 'The configuration file could not be changed.', status: 409 },
  config_changed: { meaning: 'The configuration file has changed in the meantime.', status: 412 },
  revision_required: {
    meaning:
      'A change of the configuration must name the revision that it was made for, in If-Match.',
    status: 428,
  },

  source_unsupported: {
    meaning: 'No frame source is registered for this kind of address.',
    status: 422,
  },
  camera_unreachable: { meaning: 'Nothing answers at the camera address.', status: 502 },
  camera_refused: { meaning: 'The camera refused the connection.', status: 502 },
  camera_unauthorized: {
    meaning: 'The camera does not accept the user name or password.',
    status: 502,
  },
  camera_not_found: { meaning: 'The camera answers, but has no stream at this path.', status: 502 },
  camera_not_video: { meaning: 'The address does not deliver a video.', status: 502 },
  camera_no_video_track: { meaning: 'The stream has no video track.', status: 502 },
  camera_codec_unsupported: {
    meaning: 'The video codec of the stream is not supported.',
    status: 502,
  },
  camera_timeout: { meaning: 'The camera did not answer in time.', status: 504 },
  camera_transport_refused: {
    meaning: 'The camera refuses its configured transport.',
    status: 502,
  },
  camera_stalled: { meaning: 'The stream is open, but no frames arrive.', status: 502 },
  camera_ended: { meaning: 'The camera ended the stream.', status: 502 },
  camera_unknown: { meaning: 'No camera of this id is configured.', status: 404 },
  found_unknown: { meaning: 'No camera was found under this id lately.', status: 404 },

  ffmpeg_missing: { meaning: 'FFmpeg, which decodes video, is not there yet.', status: 503 },

  address_refused: { meaning: 'The address leads to this computer or is link-local.', status: 422 },

  frame_undecodable: { meaning: 'A frame could not be decoded.', status: 422 },
  frame_too_large: { meaning: 'A frame is larger than the limit.', status: 422 },

  detector_unknown: { meaning: 'No detector of this name, package or path.', status: 422 },
  detector_invalid: {
    meaning: 'A detector plugin does not fulfil the detector contract.',
    status: 500,
  },
  detector_options_invalid: {
    meaning: 'The options of a detector do not match its schema.',
    status: 422,
  },
  detector_failed: { meaning: 'A detector failed on a frame.', status: 500 },
  detector_output_invalid: {
    meaning: 'A detector returned something that is not a list of boxes.',
    status: 500,
  },
  detector_timeout: { meaning: 'A detector ran past its time limit.', status: 500 },
  detector_out_of_memory: { meaning: 'A detector used more memory than it may.', status: 500 },
  detector_exited: {
    meaning: 'A detector tried to end or change the process it runs in.',
    status: 500,
  },
  detector_crashed: { meaning: 'The process of a detector died.', status: 500 },

  model_unknown: { meaning: 'No model of this name is in the list of models.', status: 404 },
  model_missing: { meaning: 'The file of the model does not exist.', status: 422 },
  model_corrupt: { meaning: 'The file is not an ONNX model that can be loaded.', status: 422 },
  model_shape_mismatch: {
    meaning: 'The inputs or outputs of a model are not those of its detector.',
    status: 422,
  },
  model_checksum_mismatch: {
    meaning: 'The file of a model is not the published one.',
    status: 422,
  },
  install_running: { meaning: 'Another model is being installed.', status: 409 },
  not_installing: { meaning: 'The model is not being installed.', status: 404 },
  model_download_failed: { meaning: 'The file of a model could not be downloaded.', status: 502 },

  data_locked: { meaning: 'Another process owns the data folder.', status: 500 },
  data_newer: { meaning: 'The data folder was written by a newer version.', status: 500 },
  backup_failed: { meaning: 'A backup cannot be written.', status: 500 },
  backup_unusable: { meaning: 'The file is not a whole backup of Turnout.', status: 422 },
  database_unusable: { meaning: 'The database of the head office does not answer.', status: 503 },
  data_unusable: { meaning: 'The data folder cannot be read or written.', status: 503 },

  schedule_unreadable: {
    meaning: 'The import is not a readable schedule: no ICS, CSV, Excel or JSON with classes.',
    status: 422,
  },
  schedule_too_large: { meaning: 'A schedule is larger than the limit.', status: 413 },
  schedule_timeout: { meaning: 'A schedule took too long to read or to import.', status: 422 },
  upload_unknown: {
    meaning: 'No upload or preview of this id is held: they are for half an hour.',
    status: 404,
  },
  preview_outdated: {
    meaning: 'The import would change something else now than its preview showed.',
    status: 409,
  },
  import_unknown: { meaning: 'No import of this number can be undone.', status: 404 },
  import_covered: { meaning: 'Later imports contain classes of this import.', status: 409 },
  source_unknown: { meaning: 'No schedule source of this id is configured.', status: 404 },
  feed_unreachable: { meaning: 'Nothing answers at the address of a feed.', status: 502 },
  feed_refused: { meaning: 'The server of a feed refused it.', status: 502 },
  feed_timeout: { meaning: 'A feed did not arrive in time.', status: 504 },
  feed_too_large: { meaning: 'A feed is larger than the limit.', status: 502 },
  feed_empty: { meaning: 'A feed that had classes before has none now.', status: 502 },

  hq_unreachable: { meaning: 'The head office does not answer as one.', status: 502 },
  hq_refused: { meaning: 'The head office does not take this box.', status: 403 },
  sync_refused: {
    meaning: 'The head office takes nothing of this box: it needs a token.',
    status: 403,
  },
  sync_newer: {
    meaning: 'The box is newer than its head office, which has to be upgraded.',
    status: 409,
  },

  gym_unknown: { meaning: 'No gym of this id is configured.', status: 404 },
  class_unknown: { meaning: 'No class of this id was imported.', status: 404 },
  key_unknown: { meaning: 'No key of this id or beginning was made.', status: 404 },
  sign_in_unknown: { meaning: 'No browser is signed in under this id.', status: 404 },

  missing_credentials: { meaning: 'The request shows no key or token.', status: 401 },
  invalid_credentials: {
    meaning: 'The key or token is unknown, revoked or malformed.',
    status: 401,
  },
  conflicting_credentials: {
    meaning: 'The headers `Authorization` and `x-api-key` show different credentials.',
    status: 400,
  },
  credentials_in_query: {
    meaning: 'The query of the address contains a key or token, where logs record it.',
    status: 400,
  },
  lookups_exhausted: {
    meaning: 'All lookups of the key are used; waiting does not help.',
    status: 402,
  },
  forbidden: { meaning: 'The request may not see this gym or trainer.', status: 403 },
  sign_in_again: {
    meaning: 'The browser must show the key again: it signed in too long ago for this.',
    status: 403,
  },
  gym_missing: { meaning: 'The key may see several gyms; gym_id must say which.', status: 422 },
  rate_limited: { meaning: 'Too many requests in a short time; waiting helps.', status: 429 },
  unknown_trainer: { meaning: 'The gym has no trainer of this id or name.', status: 404 },
  unknown_name: { meaning: 'The gym has no class or room of this id or name.', status: 404 },
  ambiguous_name: { meaning: 'Several classes or rooms can be meant by this name.', status: 409 },
  unknown_class: { meaning: 'The gym has no class of this id in the last six weeks.', status: 404 },
  unknown_session: { meaning: 'The gym has no class on a date of this id.', status: 404 },
  ambiguous_trainer: { meaning: 'Several trainers have this name; an id is needed.', status: 409 },
  invalid_question: {
    meaning: 'A request of `/ask` cannot be read, or names a gym that does not exist.',
    status: 400,
  },

  malformed_request: { meaning: 'The request breaks the rules of HTTP.', status: 400 },
  not_found: {
    meaning: 'Nothing is at this well-known address, or behind this link.',
    status: 404,
  },
  method_not_allowed: { meaning: 'The path does not know this method.', status: 405 },
  request_timeout: { meaning: 'The request did not arrive in time.', status: 408 },
  foreign_page: {
    meaning:
      'A browser sent the request from a page of another site, or to a host name that is not ours.',
    status: 403,
  },
  wrong_host: { meaning: 'The Host of the request is not a name of this service.', status: 421 },
  unsupported_media_type: {
    meaning: 'The path does not take a body of this type.',
    status: 415,
  },
  length_required: {
    meaning: 'The body comes in chunks, which this server does not read: send a Content-Length.',
    status: 411,
  },
  body_too_large: { meaning: 'The body of the request is larger than the limit.', status: 413 },
  target_too_long: { meaning: 'The path and query are longer than the limit.', status: 414 },
  headers_too_large: { meaning: 'The headers are larger than the limit.', status: 431 },

  descriptors_exhausted: {
    meaning: 'The process has reached its limit of open files and connections; waiting helps.',
    status: 503,
  },
  too_many_streams: { meaning: 'The server has no live stream to spare: wait.', status: 503 },
  too_many_own_streams: { meaning: 'You have too many live streams open.', status: 429 },
  picture_gone: { meaning: 'The live picture is held no more; a newer one is there.', status: 404 },
  looks_busy: {
    meaning: 'The live pictures of as many cameras are open as the server allows; waiting helps.',
    status: 503,
  },
  listen_failed: { meaning: 'The address to listen on cannot be used.', status: 500 },
  native_server_missing: {
    meaning: 'No native HTTP server loads, and the configuration asks for one.',
    status: 500,
  },
  port_in_use: { meaning: 'Another program listens on the port.', status: 500 },
  server_unreachable: { meaning: 'No running Turnout server was found.', status: 503 },
  usage: { meaning: 'A command was called with arguments it does not understand.', status: 400 },
  internal_error: { meaning: 'A fault in Turnout itself.', status: 500 },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof ERRORS;

/** What is wrong with a value, wherever it stands. */
export interface Finding {
  /** What would have been right, with units and bounds. */
  readonly expected: string;
  /** What came instead. Never a credential or an address. */
  readonly got: string;
  /** What the reader can do now. */
  readonly hint?: string | undefined;
}

/** Without its place: for where that is known. */
export function sentence({ expected, got, hint }: Finding): string {
  return `expected ${expected}, got ${got}${hint === undefined ? '' : `; ${hint}`}`;
}

/** The parts of the one sentence that every error is told in. */
export interface ErrorParts extends Finding {
  /** Where it is wrong: `camera hall`, `rooms[0].cameras[1].url`, a file name. Never a camera's address. */
  readonly where: string;
  /** Facts for programs: snake_case, JSON values only. */
  readonly data?: Readonly<Record<string, unknown>>;
}

/**
 * The one error class. Its message is a single sentence:
 * `camera hall: expected an answer within 10 s, got none; check that the recorder is switched on`.
 */
export class TurnoutError extends Error {
  override readonly name = 'TurnoutError';
  readonly code: ErrorCode;
  readonly parts: ErrorParts;

  constructor(code: ErrorCode, parts: ErrorParts, options?: { cause?: unknown }) {
    super(`${parts.where}: ${sentence(parts)}`, options);
    this.code = code;
    this.parts = parts;
  }

  /** HTTP status this error answers with. */
  get status(): number {
    return ERRORS[this.code].status;
  }
}

/** Whether `error` is a {@link TurnoutError}, with `code` when one is named. */
export function isTurnoutError(error: unknown, code?: ErrorCode): error is TurnoutError {
  return error instanceof TurnoutError && (code === undefined || error.code === code);
}

/** The message of anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The body of every error answer but 422, whose body has the form of FastAPI's. */
export interface ProblemBody {
  readonly detail: string;
  readonly code: ErrorCode;
}
