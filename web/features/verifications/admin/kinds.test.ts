// The data of a producer's request as people read it.
import { expect, test } from 'vitest';
import { producerCase } from './kinds.ts';

test('the documents, phone and postal code of a request have their usual marks', () => {
  const { facts } = producerCase({
    profile: { id: 'p1' },
    stage: 'requested',
    request: 'requested',
    approval: 'none',
    documents: [],
    person: {
      fullName: 'Aurora Boreal',
      document: '52998224725',
      birthDate: '1996-03-14',
      celphone: '11987654321',
      street: 'Avenida Paulista',
      number: 'S/N',
      addressLineTwo: '',
      county: 'Bela Vista',
      city: 'São Paulo',
      stateCode: 'SP',
      zip: '01310930',
    },
  } as never);
  expect(facts?.map(([, value]) => value)).toEqual([
    'Aurora Boreal',
    '529.982.247-25',
    '14 de março de 1996',
    '(11) 98765-4321',
    'Avenida Paulista, S/N · Bela Vista · São Paulo, SP · 01310-930',
  ]);
});
