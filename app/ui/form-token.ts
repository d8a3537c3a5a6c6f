/** The hidden field with the token of a form's page (see `session/form-token.server.ts`). */
export const formTokenField = '_token'
