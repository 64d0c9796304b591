// The time, passed in wherever it matters, so that tests can set it.

export interface Clock {
  /** The current instant. */
  now(): Date;
}
