// What the transparency figures count. Without schemas, because the browser reads it, too.

/**
 * In the order of the page. Each is a number of cases that happened in the month, counted by one or
 * more of their properties.
 */
export const FIGURE_SUBJECTS = [
  'reportsReceived',
  'reportsDecided',
  'contentRemoved',
  'withholdings',
  'removalsReceived',
  'removalsDecided',
  'mediasRemoved',
  'reviewsDecided',
  'liveDecisions',
  'aiLabelsDecided',
  'appealsReceived',
  'appealsDecided',
  'ageTries',
  'identityChecks',
  'performerAnswers',
  'staffDecisions',
] as const;
export type FigureSubject = (typeof FIGURE_SUBJECTS)[number];

/** Counts below this one are published as "fewer", so that they say nothing about a person. */
export const FIGURE_MIN = 5;
