import { z } from 'zod';
import { CALLS, takesKeys } from '#contract/calls.ts';
import type { Access, Call } from '#contract/calls.ts';
import { ERRORS } from '#contract/errors.ts';
import { Measurement } from '#contract/measurements.ts';

/** OpenAPI 3.1, generated from the contract. */
export function openApi(version: string): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [name, call] of Object.entries(CALLS) as [string, Call][]) {
    (paths[pathOf(call)] ??= {})[call.method.toLowerCase()] = operationOf(name, call);
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Lightship', version, description: 'API and services of a Lightship server. Dates are `YYYY-MM-DD HH:mm:ss` in UTC.' },
    paths,
    components: {
      schemas: { Error: ERROR_SCHEMA },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        cookie: { type: 'apiKey', in: 'cookie', name: 'mt_auth.session' },
        uploadToken: {
          type: 'http',
          scheme: 'bearer',
          description: 'The token of CALL-040, or the bearer token of the owner of the upload.',
        },
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'The key of an API user (PCALL-30-create). It works in one team, and allows what the API user may.',
        },
        workerKey: { type: 'http', scheme: 'bearer', description: 'The secret of PCALL-165.' },
      },
    },
  };
}

/** OpenAPI allows one operation per path: of two calls, the versioned one gets a fragment, which is never sent. */
function pathOf({ base, path, version }: Call): string {
  return `/${base}/${path.replace(/:(\w+)/g, '{$1}')}${version === undefined ? '' : `#version=${version}`}`;
}

/** Who may make a call, in words. */
export function callersToText(call: Call): string {
  return `${accessToText(call.access)}${takesKeys(call) ? ', or an API user by its key' : ''}`;
}

function accessToText(access: Access): string {
  if (typeof access === 'object') return `member with ${access.permission}${access.or === undefined ? '' : ` or ${access.or}`}`;
  return {
    open: 'everybody',
    cookie: 'the sign-in cookie',
    'signed-in': 'signed in',
    member: 'member of the team',
    'upload-token': 'token of the upload',
    'worker-key': 'key of an AI worker',
    ticket: 'anyone with this address',
  }[access];
}

const ERROR_SCHEMA = {
  type: 'object',
  required: ['message', 'code'],
  properties: {
    message: { type: 'string' },
    code: { enum: Object.keys(ERRORS) },
    errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
    limit: { type: 'object', required: ['name', 'max'], properties: { name: { type: 'string' }, max: { type: 'number' } } },
    held_by: {
      type: 'object',
      required: ['people', 'invitations'],
      properties: { people: { type: 'number' }, invitations: { type: 'number' } },
    },
    stored: toSchema(Measurement, 'output'),
  },
};

function operationOf(name: string, call: Call): Record<string, unknown> {
  const answersNothing = call.answer instanceof z.ZodNull;
  const content =
    call.answer === undefined ? { 'application/octet-stream': {} } : { 'application/json': { schema: toSchema(call.answer, 'output') } };
  return {
    operationId: name,
    summary: call.summary,
    description: `${call.id}. For: ${callersToText(call)}.`,
    tags: [call.base],
    security: [...securityOf(call.access), ...(takesKeys(call) ? [{ apiKey: [] }] : [])],
    parameters: [...parametersOf('path', call.params), ...parametersOf('query', call.query), ...teamParameterOf(call.access)],
    ...bodyOf(call),
    responses: {
      [answersNothing ? '204' : '200']: answersNothing ? { description: 'Done' } : { description: 'The answer', content },
      default: { description: 'A refusal', content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } },
    },
  };
}

function securityOf(access: Access): Record<string, never[]>[] {
  if (access === 'open' || access === 'ticket') return [];
  if (access === 'cookie') return [{ cookie: [] }];
  if (access === 'worker-key') return [{ workerKey: [] }];
  return access === 'upload-token' ? [{ uploadToken: [] }] : [{ bearer: [] }];
}

function teamParameterOf(access: Access): unknown[] {
  if (access === 'open' || access === 'cookie' || access === 'ticket') return [];
  const description = 'Slug of the team. Optional on the host of a team, where it must match if it is given.';
  return [{ name: 'Team', in: 'header', required: false, schema: { type: 'string' }, description }];
}

interface ObjectSchema {
  properties?: Record<string, unknown>;
  required?: string[];
}

function parametersOf(place: 'path' | 'query', schema: z.ZodType | undefined): unknown[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = toSchema(schema, 'input') as ObjectSchema;
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}

/** Calls whose bodies are packed chunks. Other bytes are those of a file. */
const isPacked = ({ path }: Call): boolean => path === CALLS.sendChunk.path;

function bodyOf(call: Call): Record<string, unknown> {
  if (call.bodyKind === 'chunk' && !isPacked(call))
    return {
      requestBody: {
        required: true,
        description: 'The bytes of a file, or of a part of one.',
        content: { 'application/octet-stream': {} },
      },
    };
  if (call.bodyKind === 'chunk' || call.bodyKind === 'json-or-chunk') {
    const json = call.body && { 'application/json': { schema: toSchema(call.body, 'input') } };
    const packed = { ...json, 'application/octet-stream': {}, 'multipart/form-data': { schema: { type: 'object' } } };
    return {
      requestBody: {
        required: true,
        description: 'A packed chunk (src/contract/chunk.ts), whose parts may be compressed with deflate, or one part as a form.',
        content: packed,
      },
    };
  }
  if (call.body === undefined) return {};
  if (call.bodyKind === 'json-or-form') {
    const content = { 'application/json': { schema: toSchema(call.body, 'input') }, 'multipart/form-data': { schema: { type: 'object' } } };
    return {
      requestBody: { required: true, description: 'A form with image_N, studyId_N, series_N, imageCount and wsid, or JSON.', content },
    };
  }
  return { requestBody: { required: true, content: { 'application/json': { schema: toSchema(call.body, 'input') } } } };
}

function toSchema(schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Record<string, unknown>;
  return json;
}
