// Whether a show is recorded.

/**
 * `asked`: the producer of a private show wants to record, and the watcher has not agreed. While it
 * is `on`, everyone in the room is shown it.
 */
export const RECORDING_STATES = ['off', 'asked', 'on'] as const;
export type RecordingState = (typeof RECORDING_STATES)[number];
