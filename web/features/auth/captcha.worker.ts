// Tries numbers until one solves a captcha's challenge, off the page's own thread. The work is the
// library's.
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import { handler } from 'altcha-lib/workers/shared';

handler({ deriveKey });
