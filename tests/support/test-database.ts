export * from '#server/db/test-database.ts';
