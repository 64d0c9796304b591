// /dsb/posts/{id}/ai: what the team decides about how a post was made.
import { z } from 'zod';
import { REASON_MAX } from '../../limits.ts';
import { route } from '../../route.ts';
import { id } from '../../wire.ts';
import { aiChoice, aiLabelSchema } from '../media/ai.ts';

export const postAiRoutes = {
  'POST /dsb/posts/{id}/ai': route({
    id: 'dsb.labelPost',
    summary:
      'Decides whether a post was generated or altered by AI; its author can’t change that. Null takes the decision back',
    auth: 'admin',
    right: 'content.decide',
    params: z.object({ id: id('post') }),
    body: z.object({ ai: aiChoice.nullable(), reason: z.string().trim().min(1).max(REASON_MAX) }),
    example: { ai: 'generated', reason: 'O texto foi escrito por um programa.' },
    reply: z.object({ ai: aiLabelSchema }),
    errors: ['post.notFound', 'decision.own'],
  }),
};
