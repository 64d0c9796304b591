// PDQ against the reference implementation (pdqhash 0.2.8, the binding of Meta's own code) on
// pictures that a formula makes, and under what people do to pictures. Hashes of the published
// picture bridge-1-original.jpg and of eight others made of it were within 16 bits of the published
// one.
import sharp, { type Sharp } from 'sharp';
import { describe, expect, test } from 'vitest';
import {
  PDQ_QUALITY_MIN,
  PDQ_SAME_BITS,
  pdqDistance,
  pdqOf,
  pdqOfPixels,
  turnedHashes,
} from './pdq.ts';

type Formula = (x: number, y: number, width: number, height: number) => number[];
const whole = Math.floor;

const FORMULAS: Record<string, Formula> = {
  waves: (x, y) => [whole((x * x) / 7) + y * 3, x * 5 + whole((y * y) / 11), whole((x * y) / 13)],
  blocks: (x, y) => [
    whole(x / 17) * 53 + whole(y / 23) * 97,
    whole(x / 29) * 31 + whole(y / 11) * 59,
    whole(x / 5) * 7,
  ],
  noise: (x, y) => [
    (x * 7919 + y * 104_729) ^ (x * y * 31),
    (x * 3571 + y * 7907) ^ (x * x),
    (x + y) * 1_299_709,
  ],
  rings: (x, y, width, height) => {
    const far = (x - whole(width / 2)) ** 2 + (y - whole(height / 3)) ** 2;
    return [whole(far / 97), whole(far / 53), whole(far / 211)];
  },
};

const pixelsOf = (kind: string, width: number, height: number): Uint8Array => {
  const rgb = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      FORMULAS[kind]?.(x, y, width, height).forEach((value, channel) => {
        rgb[3 * (y * width + x) + channel] = ((value % 256) + 256) % 256;
      });
  return rgb;
};

/** Upright, turned by 90, 180 and 270 degrees, upside down, mirrored, and along both diagonals. */
const REFERENCE: readonly [string, number, number, number, string[]][] = [
  [
    'waves',
    320,
    240,
    100,
    [
      '25550fff0fffdbffdfae5a825a8a7aaaf008f1bff110f0003154b040f544f000',
      '00f7e00c81ffe0027f0017fd7e0007df7c000ff578403fbf794007bf7f400fbf',
      '7010a5555abaf1458efbf0a80f5ff2a8a55d5a95a4555aaa65151aaaf5155aaa',
      '55a24aa6d5aa5aa82a55bd572b55ad752955b55f2d1595152c95ad152a15b555',
      '2555f0000fefb4515faea57d5a02a7f5f0080fc1f1000fff30404fffe4400fff',
      '70005aaa5aba0eba0afb0fd70f572d5fa555a56aa455a5556515e555b115a555',
      '18f71ff381ff1fff7f00e8027f00f86a7f40f00e7940f0687bc0f84a7f40f040',
      '5da2b55bd5aab5572a554aaa2b55528a2d555aa02d15eaea2f9552ea2a155aea',
    ],
  ],
  [
    'waves',
    97,
    383,
    100,
    [
      '3baddb88b3d9a2899b9b9b90b31ba6384ce0d1d84dd01f925c30f1380df0ffd0',
      '6f45bf12b30511a2cc8bfe44731111a8fce3df1c818cd080fb447fff0a1065ff',
      '7ef87122e78d8823cece333ae64e0c9219b57b721185bdb809655b9258e5557a',
      '2a1015b8e650bb0899ce54ee2e449b02a9b675b5d4db7a2aae11d5555f45df55',
      '39ad2477b2d85d779b9b666fb31b59c74ce02e2744d0e0ed5c300ec70db0006f',
      '6cf88edde68d77dcccceccc5e64ef36d19b5848d118542470965a46d5885aa85',
      '7f4540edb305ee5dccbb01bbff11ee77fcf320e3818e2f7ffb4480000a10ba00',
      '3a10ea47e650c4f799deab11ae4464fda9b68a4bd4db85d5ae112aaa5f4530aa',
    ],
  ],
  [
    'blocks',
    512,
    512,
    100,
    [
      'f026377055ed68075355c101b325e511104545fcf33159d4fb56d9d0fd66d4f3',
      '872f4381d32815d4100cffbf0a28be9f2055dfbb6263beab2040cf6f100bcbdf',
      'a5559b9a0118e2ad05556aabc4708bbb4511ef56a674eafe86436afa85573e4a',
      'd37ee92b947dbffe55557514557d1435551535001734140175156785455f6275',
      'f000ce8f544dbff850003ffe9025deee1004ba03f321bfabf202bfafd0026b9f',
      'a555646505b83d5207559554e775f445555110ada67415c1af579d858577c5f7',
      '872fbd7fd32aeabf101e61434a286f7e205568dfe263497d2040bada900b3fa1',
      'd37a16d49475400145558aeb557de9c255148a7f1734ebf675159872455f9d8a',
    ],
  ],
  [
    'noise',
    64,
    64,
    100,
    [
      '78a09c0783df7bfa8707c1ec22df00f4457be7d80ad1e9e487cb10d242bd29f1',
      '6c586b2d92512ffbd031b7363a7ac326b77fc8029593cc103eda90ed7a8c9154',
      '2df536add68ad150d2526b47778aaa5e102e4d725f84414ed28efa7817a8875b',
      '390dc187c704855185641d9c6f2f698ce22a62aac0c666ba6b9f3a472fd93bfe',
      '78a063f883df8405870f3e1222dfff0b457b18270ad1141b87dbef2d42fdd20e',
      '2df5c952d68a2eafd25a94b8778a55a1102eb28d5f84beb9d28e458717e878a4',
      '6c5894d29251d004d03148c83a6a3cd9b77f37fd959333e736ca6f127a8c6aab',
      '390d3e7cc7047aae8564e2636f2f9673e22a9d55c0c69945639fc5b82fd9c401',
    ],
  ],
  [
    'noise',
    511,
    300,
    100,
    [
      '8772a6f7d5d50555d0c5fa6fa6f7585d05000ddf8ffa0cdd0d580d8d4d055805',
      'ee20d2fccefbd2fe057f0d01cefb4f116a740087cef30c87057d80a8cef380a8',
      'f2270c5d8080afff859050c5f3a2f2f750558555faafa675580da7271850f2af',
      'bb75785693f57854502aa7ab93f5e5bb3f21aa2d93f5a62d50292a0293b52a02',
      'a7725908d5d5faaad0c50590a6f7a7a22722f220affaf3220d58f2724d05a7fa',
      'f227f3a280805000a7b2af3af3a20d0872777aaafaaf7baa7a0d58d83a722f7a',
      'ee202d0346002d01057ff2fec620b0ee6a74ff78c620f378057c7f57c6607f57',
      'bb7587a9933587ab502a585493351a443f2155d2933559d25029d5fd9325d5fd',
    ],
  ],
  [
    'rings',
    320,
    240,
    100,
    [
      'c2823c090ab3f53dabc2fd3cfbdff435bf4d40f2f50cafd55028d410d43c0283',
      '9fb668915fb0a8516e90aa49aa91ed4faa51f52f354ae8a956aae84daa419c6e',
      '97d696a25fe61f867e971682aa8a5e9fea18ea18a058057f057d7eaa8169a829',
      'cae3c63b0ae502fb3bc500e3ffc447e5ff045f85601f400103ff42e7ff1416c4',
      'c282c3f60aa20ac3aac243c3fbcf0bcabf4dbf0df50c502a50282befd42cfd7c',
      '97d7695c5ff6a069ff97a969ae8aa160ea1815a7a059fa80057d8145816957d6',
      '9fb6976e5fb057ae6e9055b6aa911eb0aa510ad0354a375656aa17b2aa417391',
      'c2e329c40ae5fd043bc5fd1cffc4b01aff04a03a601f89f803ffb918ff14091b',
    ],
  ],
  [
    'rings',
    512,
    512,
    100,
    [
      '258869a67876a588e58175e8861785f5a57e5f8215a215a2fe9d7e9d7f9d8022',
      '1b8993b1fc8edb81604e6001024e220ddd7edb7f65b1dc71948e9c7162f1f6f1',
      '74ddc30c2d670f22b0d5df42d3432f1ff12bf52840f7bf08afc8d4372ac82a88',
      '4edc391ba9db712b351b42a3571b8827882b51d530e456dbc1db16db37a4545b',
      '2188965978225a77e1808a1786167a4aa47ea07d15a2ea5dfa9d81627f9d7fdd',
      '70dd3cf32d23f0ddb0d420bdd343d0e0f02b0ad740f740f7abc82bc82ac8d577',
      '1b896c4efc8e247e604e9ffe024eddf2dd7e258065b1238e948e638e62f10b0e',
      '4edcc6e4a9db8ed4351bb55c571b77d8882bae2a30e48924c1dbe92437a4aba4',
    ],
  ],
];

test.each(REFERENCE)(
  'the hash of %s, %i by %i pixels, and of its turned images is that of the reference, bit by bit',
  (kind, width, height, quality, hashes) =>
    expect(pdqOfPixels(pixelsOf(kind, width, height), width, height)).toEqual({
      hash: hashes[0],
      variants: hashes,
      quality,
    }),
);

const raw = (kind: string, width = 640, height = 480) =>
  sharp(pixelsOf(kind, width, height), { raw: { width, height, channels: 3 } });
/** Blurred, because noise of single pixels is in no photo. */
const photo = async (kind: string) => sharp(await raw(kind).blur(6).normalise().png().toBuffer());

describe('a picture', () => {
  test.each([
    ['smaller', async () => (await photo('rings')).resize(160)],
    [
      'as a bad JPEG',
      async () => sharp(await (await photo('rings')).jpeg({ quality: 20 }).toBuffer()),
    ],
    ['brighter', async () => (await photo('rings')).linear(1.15, 8)],
    ['grey', async () => sharp(await (await photo('rings')).greyscale().png().toBuffer())],
    ['blurred', async () => (await photo('rings')).blur(4)],
    [
      'marked',
      async () =>
        (await photo('rings')).composite([
          {
            input: { text: { text: 'camarim.example/iris', rgba: true, dpi: 80 } },
            gravity: 'southeast',
          },
        ]),
    ],
  ])('a picture that is %s is the same picture', async (_, change) => {
    const [one, other] = [await pdqOf(await photo('rings')), await pdqOf(await change())];
    expect(one.quality).toBeGreaterThanOrEqual(PDQ_QUALITY_MIN);
    expect(pdqDistance(one.hash, other.hash)).toBeLessThanOrEqual(PDQ_SAME_BITS);
  });

  test('a picture of something else is another picture in each turn', async () => {
    const [one, other] = [await pdqOf(await photo('rings')), await pdqOf(await photo('blocks'))];
    for (const variant of one.variants)
      expect(pdqDistance(variant, other.hash)).toBeGreaterThan(2 * PDQ_SAME_BITS);
  });

  test('a picture that is mirrored or turned is one of the variants, also of the hash alone', async () => {
    const { hash, variants } = await pdqOf(await photo('rings'));
    const derived = turnedHashes(hash);
    for (const [index, turn] of [
      [1, (image: Sharp) => image.rotate(270)],
      [2, (image: Sharp) => image.rotate(180)],
      [4, (image: Sharp) => image.flip()],
      [5, (image: Sharp) => image.flop()],
    ] as const) {
      const other = await pdqOf(
        sharp(
          await turn(await photo('rings'))
            .png()
            .toBuffer(),
        ),
      );
      expect(Math.min(...variants.map((one) => pdqDistance(one, other.hash)))).toBeLessThan(
        PDQ_SAME_BITS,
      );
      expect(pdqDistance(derived[index] ?? '', variants[index] ?? '')).toBeLessThanOrEqual(
        PDQ_SAME_BITS,
      );
    }
  });

  test('a picture without features has no quality', async () => {
    const plain = sharp({ create: { width: 90, height: 90, channels: 3, background: '#335577' } });
    expect((await pdqOf(plain)).quality).toBe(0);
    expect(pdqOfPixels(new Uint8Array(48), 4, 4).quality).toBe(0);
  });
});
