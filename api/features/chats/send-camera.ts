// Asking a person to come to the viewer's show: a message that leads there. Source: specification
// section 7, chats (its shape is not shown there).
import type { Routes } from '@camarim/contract';
import type { MessageId } from '@camarim/contract/features/chats/messages';
import { ZERO_CENTAVOS } from '@camarim/contract/money';
import type { BodyOf } from '@camarim/contract/route';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Allowed } from '../../platform/http/allowed.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { once } from '../../platform/idempotency/idempotency.ts';
import type { Ctx } from '../../context.ts';
import type { PairForWriting } from './policy.ts';
import { beginChat, deliverMessageIn } from './send-message.ts';

/**
 * Sends the request, once for each key. Throws chat.notContact for a person to whom the viewer
 * writes for a price: a call is no paid message.
 */
export const sendCamera = (
  ctx: Ctx,
  viewer: Viewer,
  { row, writing }: Allowed<PairForWriting>,
  request: BodyOf<Routes['POST /chats/send-camera']>,
  key: string | null,
): Promise<MessageId> => {
  if (writing.price > 0) throw new AppError('chat.notContact');
  const now = ctx.clock.now();
  return once(
    ctx.db,
    { profileId: viewer.profileId, key, route: 'POST /chats/send-camera', request, now },
    async (tx) =>
      deliverMessageIn(ctx, tx, {
        chatId: row.chat_id ?? (await beginChat(ctx, tx, row, now)),
        senderId: row.profile_id,
        receiverId: row.other_id,
        receiverFeeBps: null,
        clientKey: key,
        text: '',
        contentId: null,
        writer: 'person',
        replyToId: null,
        fee: ZERO_CENTAVOS,
        show: request.type,
      }),
  );
};
