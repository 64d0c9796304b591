// How often somebody may do something.

export type LimitRule = {
  /** Takes allowed at once; afterwards they come back evenly, `limit` per window. */
  limit: number;
  windowSeconds: number;
};

export type Taken = {
  allowed: boolean;
  /** Takes left right now. */
  remaining: number;
  /** Whole seconds until the next take is allowed when this one was refused, else until all of them are back. */
  resetsInSeconds: number;
};

export type Limits = {
  /**
   * Takes one of `key` if there is one left. A refused take costs nothing, so trying on does not prolong the wait. Give one
   * key always the same rule.
   */
  take(key: string, rule: LimitRule): Promise<Taken>;
};
