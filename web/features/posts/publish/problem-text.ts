// What went wrong with a file, in words.
import { m } from '../../../paraglide/messages.js';
import type { UploadProblem } from './upload-queue.ts';

const TEXTS: Record<UploadProblem, () => string> = {
  type: m.upload_problem_type,
  size: m.upload_problem_size,
  count: m.upload_problem_count,
  duplicate: m.upload_problem_duplicate,
  empty: m.upload_problem_empty,
  network: m.upload_problem_network,
  refused: m.upload_problem_refused,
};

export const problemText = (problem: UploadProblem): string => TEXTS[problem]();
