// Saved replies of /chats: texts that a producer keeps to answer with.
import { z } from 'zod';
import type { Id } from '../../ids.ts';
import { MESSAGE_MAX, SAVED_REPLIES_MAX, SAVED_REPLY_TITLE_MAX } from '../../limits.ts';
import { route } from '../../route.ts';
import { id, instant } from '../../wire.ts';

export type SavedReplyId = Id<'savedReply'>;

const fields = {
  title: z.string().trim().min(1).max(SAVED_REPLY_TITLE_MAX),
  text: z.string().trim().min(1).max(MESSAGE_MAX).meta({
    description:
      '{nome} stands for the name of the other one: who writes fills it in before sending',
  }),
};

const replySchema = z
  .object({ ...fields, id: id('savedReply'), createdAt: instant, updatedAt: instant })
  .meta({ id: 'SavedReply' });

const params = z.object({ id: id('savedReply') });
const example = { title: 'Boas-vindas', text: 'Oi, {nome}! Obrigada por escrever.' };

export const repliesRoutes = {
  'GET /chats/replies': route({
    id: 'replies.list',
    summary: `My saved replies, by title, at most ${SAVED_REPLIES_MAX}`,
    auth: 'producer',
    reply: z.array(replySchema).max(SAVED_REPLIES_MAX),
  }),
  'POST /chats/replies': route({
    id: 'replies.create',
    summary: 'Saves a reply',
    auth: 'producer',
    body: z.object(fields),
    example,
    reply: replySchema,
    idempotency: 'accepted',
    errors: ['savedReply.tooMany'],
    perMinute: 30,
  }),
  'PUT /chats/replies/{id}': route({
    id: 'replies.edit',
    summary: 'Replaces a saved reply',
    auth: 'producer',
    params,
    body: z.object(fields),
    example,
    reply: replySchema,
    errors: ['savedReply.notFound'],
    perMinute: 60,
  }),
  'DELETE /chats/replies/{id}': route({
    id: 'replies.delete',
    summary: 'Deletes a saved reply',
    auth: 'producer',
    params,
    reply: z.null(),
    errors: ['savedReply.notFound'],
    perMinute: 60,
  }),
};
