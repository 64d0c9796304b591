// Texts of upload problems.
import {
  IMAGE_UPLOAD_MAX_BYTES,
  POST_MEDIAS_MAX,
  UPLOAD_MAX_BYTES,
} from '@camarim/contract/limits';
import { m } from '../../../paraglide/messages.js';
import { formatBytes } from '../../../ui/display/formats.ts';
import type { UploadProblem } from '../upload/upload-queue.ts';

const TEXTS: Record<UploadProblem, () => string> = {
  type: m.upload_problem_type,
  heic: m.upload_problem_heic,
  imageType: m.upload_problem_image_type,
  size: () => m.upload_problem_size({ size: formatBytes(UPLOAD_MAX_BYTES) }),
  imageSize: () => m.upload_problem_size({ size: formatBytes(IMAGE_UPLOAD_MAX_BYTES) }),
  count: () => m.upload_problem_count({ max: POST_MEDIAS_MAX }),
  duplicate: m.upload_problem_duplicate,
  empty: m.upload_problem_empty,
  audios: m.upload_problem_audios,
  network: m.upload_problem_network,
  refused: m.upload_problem_refused,
};

export const problemText = (problem: UploadProblem): string => TEXTS[problem]();
