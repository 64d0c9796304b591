// The little of STUN (RFC 8489) that is read and rewritten: the checks that a browser sends before
// a connection (RFC 8445), and their answers.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';

const BINDING_REQUEST = 0x00_01;
const BINDING_SUCCESS = 0x01_01;
const MAGIC_COOKIE = 0x21_12_a4_42;
const HEADER_BYTES = 20;
const INTEGRITY = 0x00_08;
const INTEGRITY_BYTES = 20;
const FINGERPRINT = 0x80_28;
const FINGERPRINT_MASK = 0x53_54_55_4e;
/** ICE-CONTROLLED and ICE-CONTROLLING. */
const ROLES = [0x80_29, 0x80_2a];
const TIE_BREAKER_BYTES = 8;
const XOR_MAPPED_ADDRESS = 0x00_20;
/** One byte that is not used, that of the family, the port, and the address. */
const IPV4_BYTES = 8;

type Attribute = { type: number; at: number; length: number };

/** Null when they are not those of a message. */
const attributesOf = (packet: Buffer): Attribute[] | null => {
  const attributes: Attribute[] = [];
  let at = HEADER_BYTES;
  while (at + 4 <= packet.length) {
    const [type, length] = [packet.readUInt16BE(at), packet.readUInt16BE(at + 2)];
    attributes.push({ type, at: at + 4, length });
    at += 4 + Math.ceil(length / 4) * 4;
  }
  return at === packet.length ? attributes : null;
};

/** The signature of what is before it, as if nothing came after it. */
const signatureOf = (packet: Buffer, at: number, password: string): Buffer => {
  const signed = Buffer.from(packet.subarray(0, at - 4));
  signed.writeUInt16BE(at + INTEGRITY_BYTES - HEADER_BYTES, 2);
  return createHmac('sha1', password).update(signed).digest();
};

/** Its attributes; null for what is no message of this type by one who knows the password. */
const verify = (packet: Buffer, type: number, password: string): Attribute[] | null => {
  if (!isStun(packet) || packet.readUInt16BE(0) !== type) return null;
  const attributes = attributesOf(packet);
  const integrity = attributes?.find((one) => one.type === INTEGRITY);
  if (integrity?.length !== INTEGRITY_BYTES) return null;
  const signature = packet.subarray(integrity.at, integrity.at + INTEGRITY_BYTES);
  const expected = signatureOf(packet, integrity.at, password);
  return timingSafeEqual(signature, expected) ? attributes : null;
};

const sign = (packet: Buffer, attributes: Attribute[], password: string): void => {
  for (const { type, at } of attributes) {
    if (type === INTEGRITY) signatureOf(packet, at, password).copy(packet, at);
    if (type === FINGERPRINT)
      packet.writeUInt32BE((crc32(packet.subarray(0, at - 4)) ^ FINGERPRINT_MASK) >>> 0, at);
  }
};

/** Whether it may be a message of STUN, and neither media nor encryption (RFC 7983). */
export const isStun = (packet: Buffer): boolean =>
  packet.length >= HEADER_BYTES && packet.readUInt32BE(4) === MAGIC_COOKIE;

/**
 * The check with a tie-breaker that is not 0, signed again; null for what is no check by one who
 * knows the password. 0 is allowed (RFC 8445, section 16.1), but libjuice takes it for no role.
 */
export const withTieBreaker = (packet: Buffer, password: string): Buffer | null => {
  const attributes = verify(packet, BINDING_REQUEST, password);
  if (!attributes) return null;
  const role = attributes.find(({ type }) => ROLES.includes(type));
  if (role?.length !== TIE_BREAKER_BYTES || packet.readBigUInt64BE(role.at) !== 0n) return packet;
  const changed = Buffer.from(packet);
  changed.writeBigUInt64BE(1n, role.at);
  sign(changed, attributes, password);
  return changed;
};

/**
 * The answer to a check with the IPv4 address from which it came, signed again; anything else as it
 * is.
 */
export const withMappedAddress = (
  packet: Buffer,
  password: string,
  { address, port }: { address: string; port: number },
): Buffer => {
  const attributes = verify(packet, BINDING_SUCCESS, password);
  const mapped = attributes?.find(({ type }) => type === XOR_MAPPED_ADDRESS);
  if (!attributes || mapped?.length !== IPV4_BYTES) return packet;
  const changed = Buffer.from(packet);
  const bits = address.split('.').reduce((sum, byte) => sum * 256 + Number(byte), 0);
  changed.writeUInt16BE(port ^ (MAGIC_COOKIE >>> 16), mapped.at + 2);
  changed.writeUInt32BE((bits ^ MAGIC_COOKIE) >>> 0, mapped.at + 4);
  sign(changed, attributes, password);
  return changed;
};
