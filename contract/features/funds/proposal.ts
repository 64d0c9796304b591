// What one administrator proposed, and another one has to request, too, before it is stored.
import { z } from 'zod';
import { instant } from '../../wire.ts';

export const proposal = {
  by: z.string().meta({ description: 'domain name of the administrator' }),
  own: z.boolean().meta({ description: 'the viewer proposed it' }),
  reason: z.string(),
  at: instant,
};
