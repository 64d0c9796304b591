// Open work of several kinds, so that the pages of administrators have something to show.
import type { BrowserContext } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { call, captchaOf, cpf, createAccount } from '../people.ts';

type Form = { url: string; fields: Record<string, string> };

const sendDocument = async (context: BrowserContext): Promise<string> => {
  const buffer = await sharp({
    create: { width: 320, height: 240, channels: 3, background: { r: 90, g: 60, b: 140 } },
  })
    .jpeg()
    .toBuffer();
  const query = `contentType=image%2Fjpeg&size=${buffer.length}`;
  const { url, fields } = (await call(
    context,
    'GET',
    `/auth/doc-public-upload/any?${query}`,
  )) as Form;
  const reply = await context.request.post(url, {
    multipart: { ...fields, file: { name: 'documento.jpg', mimeType: 'image/jpeg', buffer } },
  });
  if (reply.status() !== 201) throw new Error(`the document was refused: ${reply.status()}`);
  return fields['key'] ?? '';
};

const LONG_WORD = 'palavrasemespacosquenaocabenumalinha'.repeat(3);

/** A new account asks for help and to become a producer, and is reported. */
export const makeMemberWork = async (context: BrowserContext, username: string): Promise<void> => {
  await createAccount(context, username);
  await call(context, 'POST', '/profiles/help', {
    message: `Não recebi o código por email. ${LONG_WORD}`,
  });
  await call(context, 'POST', '/profiles/became-producer', {
    nickname: username,
    fullName: 'Aurora Boreal da Silva',
    document: cpf(Date.now()),
    celphone: '11987654321',
    birthDate: '1996-03-14',
    street: 'Avenida Paulista',
    county: 'Bela Vista',
    city: 'São Paulo',
    stateCode: 'SP',
    zip: '01310-930',
    documentFrontKey: await sendDocument(context),
    documentBackKey: await sendDocument(context),
    selfieKey: await sendDocument(context),
    acceptedContract: true,
  });
  const { profile } = (await call(context, 'GET', '/auth')) as { profile: { id: string } };
  await call(context, 'POST', '/reports', {
    targetKind: 'profile',
    targetId: profile.id,
    reason: 'other',
    text: `O nome engana quem lê. ${LONG_WORD}`,
    email: `${randomUUID()}@example.com`,
    recapcha: await captchaOf(context),
  });
};

/** An owner has something under legal hold, and an invitation open. */
export const makeOwnerWork = async (context: BrowserContext, heldId: string): Promise<void> => {
  await call(context, 'POST', '/dsb/legal-holds', {
    subjectKind: 'account',
    subjectId: heldId,
    reason: `Ofício 123/2026 da autoridade policial ${LONG_WORD}`,
  });
  await call(context, 'POST', '/dsb/team/invitations', {
    email: `uma-pessoa-com-um-endereco-muito-comprido-${Date.now()}@example.com`,
    role: 'readOnly',
  });
};
