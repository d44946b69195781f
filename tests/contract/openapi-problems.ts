/**
 * What is wrong with the structure of an OpenAPI 3.1 document, a line each. Of the specification (spec.openapis.org/oas/v3.1.0) it holds what
 * tools stumble over: required fields, unique operations, path templates against their parameters, references, JSON Schema keywords.
 */
export function openApiProblems(document: unknown): string[] {
  const found: string[] = [];
  const root = recordOf(document);
  if (!/^3\.1\.\d+$/.test(String(root['openapi']))) found.push('openapi: not 3.1');
  const info = recordOf(root['info']);
  for (const field of ['title', 'version']) if (typeof info[field] !== 'string') found.push(`info.${field}: missing`);

  const operationIds = new Set<string>();
  for (const [path, item] of Object.entries(recordOf(root['paths']))) {
    if (!path.startsWith('/')) found.push(`${path}: does not begin with a slash`);
    for (const [method, operation] of Object.entries(recordOf(item))) {
      const at = `${method} ${path}`;
      if (!METHODS.includes(method)) found.push(`${at}: no method of HTTP`);
      const given = recordOf(operation);
      const id = given['operationId'];
      if (typeof id !== 'string' || operationIds.has(id)) found.push(`${at}: operationId missing or used twice`);
      operationIds.add(String(id));
      found.push(
        ...parameterProblems(at, path, given['parameters']),
        ...bodyProblems(at, given, root),
        ...securityProblems(at, given, root),
      );
    }
  }
  for (const [name, schema] of Object.entries(recordOf(recordOf(root['components'])['schemas'])))
    found.push(...schemaProblems(name, schema, root));
  for (const [name, scheme] of Object.entries(recordOf(recordOf(root['components'])['securitySchemes']))) {
    found.push(...schemeProblems(name, recordOf(scheme)));
  }
  return found;
}

type Json = Record<string, unknown>;
const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];
const PLACES = ['path', 'query', 'header', 'cookie'];
const TYPES = ['null', 'boolean', 'object', 'array', 'number', 'integer', 'string'];

function parameterProblems(at: string, path: string, parameters: unknown): string[] {
  const found: string[] = [];
  const given = listOf(parameters).map(recordOf);
  const keys = given.map((parameter) => `${String(parameter['in'])} ${String(parameter['name'])}`);
  for (const key of keys.filter((each, index) => keys.indexOf(each) !== index)) found.push(`${at}: parameter ${key} twice`);
  for (const parameter of given) {
    const name = `${at}: parameter ${String(parameter['name'])}`;
    if (typeof parameter['name'] !== 'string' || !PLACES.includes(String(parameter['in']))) found.push(`${name}: name or place missing`);
    if (parameter['in'] === 'path' && parameter['required'] !== true) found.push(`${name}: in a path and not required`);
    if (!('schema' in parameter)) found.push(`${name}: no schema`);
    else found.push(...schemaProblems(name, parameter['schema'], {}));
  }
  const inTemplate = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).toSorted();
  const inPath = given
    .filter((parameter) => parameter['in'] === 'path')
    .map((parameter) => parameter['name'])
    .toSorted();
  if (JSON.stringify(inTemplate) !== JSON.stringify(inPath)) found.push(`${at}: path and parameters differ`);
  if (path.includes(':')) found.push(`${at}: a colon is no template`);
  return found;
}

function bodyProblems(at: string, operation: Json, root: Json): string[] {
  const found: string[] = [];
  const body = operation['requestBody'];
  if (body !== undefined) found.push(...contentProblems(`${at}: body`, recordOf(body)['content'], root, true));
  const responses = Object.entries(recordOf(operation['responses']));
  if (responses.length === 0) found.push(`${at}: no responses`);
  for (const [status, response] of responses) {
    if (!/^(?:[1-5](?:\d\d|XX)|default)$/.test(status)) found.push(`${at}: ${status} is no status`);
    if (typeof recordOf(response)['description'] !== 'string') found.push(`${at}: ${status} has no description`);
    found.push(...contentProblems(`${at}: ${status}`, recordOf(response)['content'], root, false));
  }
  return found;
}

function contentProblems(at: string, content: unknown, root: Json, required: boolean): string[] {
  if (content === undefined) return required ? [`${at}: no content`] : [];
  return Object.entries(recordOf(content)).flatMap(([type, media]) => {
    const schema = recordOf(media)['schema'];
    return [
      ...(/^[\w.+-]+\/[\w.+*-]+$/.test(type) ? [] : [`${at}: ${type} is no media type`]),
      ...(schema === undefined ? [] : schemaProblems(at, schema, root)),
    ];
  });
}

function securityProblems(at: string, operation: Json, root: Json): string[] {
  const schemes = Object.keys(recordOf(recordOf(root['components'])['securitySchemes']));
  if (!Array.isArray(operation['security'])) return [`${at}: security missing`];
  return operation['security']
    .flatMap((requirement) => Object.keys(recordOf(requirement)))
    .filter((name) => !schemes.includes(name))
    .map((name) => `${at}: security ${name} is not declared`);
}

function schemeProblems(name: string, scheme: Json): string[] {
  const needs: Record<string, string[]> = { http: ['scheme'], apiKey: ['name', 'in'] };
  const fields = needs[String(scheme['type'])];
  if (fields === undefined) return [`${name}: unknown type of security`];
  return fields.filter((field) => typeof scheme[field] !== 'string').map((field) => `${name}: ${field} missing`);
}

/** JSON Schema 2020-12, as far as our documents use it. */
function schemaProblems(at: string, schema: unknown, root: Json): string[] {
  if (typeof schema === 'boolean') return [];
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return [`${at}: no schema`];
  const found: string[] = [];
  const given = schema as Json;
  for (const type of [given['type'] ?? []].flat()) if (!TYPES.includes(String(type))) found.push(`${at}: type ${String(type)}`);
  if ('required' in given) {
    const missing = listOf(given['required']).filter((name) => !(String(name) in recordOf(given['properties'])));
    found.push(...missing.map((name) => `${at}: required ${String(name)} is no property`));
  }
  if ('enum' in given && listOf(given['enum']).length === 0) found.push(`${at}: empty enum`);
  if ('pattern' in given && !isPattern(given['pattern'])) found.push(`${at}: pattern cannot be read`);
  if ('$ref' in given && !refersToSomething(String(given['$ref']), root)) found.push(`${at}: ${String(given['$ref'])} refers to nothing`);
  for (const [name, property] of Object.entries(recordOf(given['properties'])))
    found.push(...schemaProblems(`${at}.${name}`, property, root));
  for (const keyword of ['items', 'additionalProperties', 'not']) {
    if (keyword in given) found.push(...schemaProblems(`${at}.${keyword}`, given[keyword], root));
  }
  for (const keyword of ['anyOf', 'oneOf', 'allOf']) {
    if (!(keyword in given)) continue;
    if (listOf(given[keyword]).length === 0) found.push(`${at}: empty ${keyword}`);
    found.push(...listOf(given[keyword]).flatMap((each) => schemaProblems(`${at}.${keyword}`, each, root)));
  }
  return found;
}

function refersToSomething(reference: string, root: Json): boolean {
  if (!reference.startsWith('#/')) return false;
  return (
    reference
      .slice(2)
      .split('/')
      .reduce<unknown>((held, key) => recordOf(held)[key], root) !== undefined
  );
}

function isPattern(pattern: unknown): boolean {
  try {
    return typeof pattern === 'string' && new RegExp(pattern, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}

function recordOf(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
