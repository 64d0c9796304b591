// The parts of the OpenAPI document that the reference shows.
import type { ApiDocument, Operation } from './exact.ts';

export type Schema = {
  $ref?: string;
  type?: string;
  format?: string;
  description?: string;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
};
export type Parameter = {
  $ref?: string;
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema?: Schema;
};
export type Content = Record<string, { schema?: Schema; example?: unknown }>;
export type ReadOperation = Omit<Operation, 'requestBody' | 'responses' | 'parameters'> & {
  summary?: string;
  tags?: string[];
  parameters?: Parameter[];
  requestBody?: { content?: Content };
  responses?: Record<string, { description?: string; content?: Content }>;
};
export type Call = { method: string; path: string; operation: ReadOperation };

export type ReadDocument = ApiDocument & { servers: { url: string }[] };
