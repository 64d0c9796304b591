// What a C2PA manifest store says of how a file was made. Nothing of it is believed further than
// this: the signatures are not checked, so it is what the file says of itself. Runs in the sandbox.
import { Decoder } from 'cbor-x';
import type { CredentialsSummary } from '../port.ts';
import { readJumbf, type Superbox } from './read-jumbf.ts';

const TEXT_MAX = 200;
const ACTIONS_MAX = 20;
const TYPES_MAX = 10;
const MANIFESTS_MAX = 50;

const decoder = new Decoder({ useRecords: false, mapsAsObjects: true });

type Fields = Record<string, unknown>;
const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};
/** Text as PostgreSQL can keep it: no NUL, no half of a surrogate pair. */
const kept = (text: string): string =>
  text.replaceAll('\0', '').trim().slice(0, TEXT_MAX).toWellFormed();
const textOf = (value: unknown): string | null =>
  typeof value === 'string' ? kept(value) || null : null;
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

const contentOf = ({ contents }: Superbox): Fields => {
  const box = contents.find(({ type }) => type === 'cbor' || type === 'json');
  if (!box) return {};
  return fieldsOf(box.type === 'json' ? JSON.parse(box.data.toString()) : decoder.decode(box.data));
};

const named = (box: Superbox, label: string): Superbox | undefined =>
  box.boxes.find((inner) => inner.label === label);
const assertionsOf = (manifest: Superbox, label: string): Fields[] =>
  (named(manifest, 'c2pa.assertions')?.boxes ?? [])
    .filter(
      (box) =>
        box.label === label ||
        box.label.startsWith(`${label}.v`) ||
        box.label.startsWith(`${label}__`),
    )
    .map(contentOf);

const generatorOf = (manifest: Superbox): string | null => {
  const box = named(manifest, 'c2pa.claim.v2') ?? named(manifest, 'c2pa.claim');
  if (!box) return null;
  const claim = contentOf(box);
  const info = fieldsOf(listOf(claim['claim_generator_info'])[0] ?? claim['claim_generator_info']);
  const name = textOf(info['name']);
  const version = textOf(info['version']);
  return name === null
    ? textOf(claim['claim_generator'])
    : kept([name, version].filter(Boolean).join(' '));
};

type Act = { action: string | null; source: string | null };

const actsOf = (manifest: Superbox): Act[] =>
  assertionsOf(manifest, 'c2pa.actions').flatMap(({ actions }) =>
    listOf(actions).map((one) => {
      const act = fieldsOf(one);
      return { action: textOf(act['action']), source: textOf(act['digitalSourceType']) };
    }),
  );

/** The last part of the address of an IPTC or C2PA source type. */
const typeOf = (source: string): string => source.split('/').at(-1) ?? source;

const LABELS: Record<string, 'generated' | 'altered'> = {
  trainedAlgorithmicMedia: 'generated',
  trainedAlgorithmicData: 'generated',
  compositeWithTrainedAlgorithmicMedia: 'altered',
  compositeSynthetic: 'altered',
};

type Label = 'generated' | 'altered' | null;
const stronger = (a: Label, b: Label): Label =>
  a === 'generated' || b === 'generated' ? 'generated' : (a ?? b);

/** The label of the manifest that an ingredient came with. */
const manifestNamed = (ingredient: Fields): string | null => {
  const reference = fieldsOf(ingredient['activeManifest'] ?? ingredient['c2pa_manifest']);
  return textOf(reference['url'])?.split('/').at(-1) ?? null;
};

/**
 * Generated or altered by AI: what the acts of the manifest say, and what those of the file say
 * that it was made of. A part of it that was generated makes the whole altered.
 */
const labelOf = (manifest: Superbox, all: readonly Superbox[], seen: Set<string>): Label => {
  if (seen.has(manifest.label)) return null;
  seen.add(manifest.label);
  const own = actsOf(manifest)
    .map(({ source }) => (source === null ? null : (LABELS[typeOf(source)] ?? null)))
    .reduce(stronger, null as Label);
  return assertionsOf(manifest, 'c2pa.ingredient')
    .map((ingredient): Label => {
      const name = manifestNamed(ingredient);
      const from = name === null ? undefined : all.find(({ label }) => label === name);
      const found = from ? labelOf(from, all, seen) : null;
      return found !== null && ingredient['relationship'] !== 'parentOf' ? 'altered' : found;
    })
    .reduce(stronger, own);
};

const unique = (texts: readonly (string | null)[], most: number): string[] =>
  [...new Set(texts.filter((text) => text !== null))].slice(0, most);

/** Throws for what is no manifest store, or a damaged one. The last manifest is the file’s own. */
export const summarise = (bytes: Buffer): CredentialsSummary => {
  const store = readJumbf(bytes);
  if (store.label !== 'c2pa' || store.boxes.length > MANIFESTS_MAX)
    throw new Error('not a manifest store');
  const manifest = store.boxes.at(-1);
  if (!manifest) throw new Error('no manifest');
  const acts = store.boxes.flatMap(actsOf);
  return {
    generator: generatorOf(manifest),
    manifests: store.boxes.length,
    actions: unique(
      acts.map(({ action }) => action),
      ACTIONS_MAX,
    ),
    sourceTypes: unique(
      acts.map(({ source }) => (source === null ? null : typeOf(source))),
      TYPES_MAX,
    ),
    label: labelOf(manifest, store.boxes, new Set()),
  };
};
