/**
 * The version of the wire. It grows by one with every change of the schemas, the events, the errors or the limits; tests/contract/schema.json
 * holds them as this version has them, and a test asks for the next number when they differ.
 */
export const CONTRACT_VERSION = 30;
