/**
 * The version of the wire. It increases by one with every change of the schemas, events, errors or limits. tests/contract/schema.json holds them
 * for this version, and a test fails if they differ without a new number.
 */
export const CONTRACT_VERSION = 62;
