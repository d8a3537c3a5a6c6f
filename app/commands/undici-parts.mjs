/** Of undici what the console uses, for its build: the package loads all it has, which took a seventh of a start. */
export { default as Agent } from 'undici/lib/dispatcher/agent.js'
export { default as Client } from 'undici/lib/dispatcher/client.js'
export { default as Pool } from 'undici/lib/dispatcher/pool.js'
export { FormData } from 'undici/lib/web/fetch/formdata.js'
