/** The field of every form that says who drew it (see `session/form-token.server.ts`). */
export const formTokenField = '_token'
