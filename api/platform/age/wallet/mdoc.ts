// @owf/mdoc without its effect on the whole process: when it is imported, it replaces the messages
// of all Zod schemas, by which missing fields of requests are distinguished from wrong ones.
import { z } from 'zod';

export * from '@owf/mdoc';

z.config({ customError: undefined });
