/** Which names of fields are secret, and which only sound like it. */
import { expect, test } from 'vitest'
import { isSecret } from '../../app/trail/redact'

test.each([
  ...['password', 'newPassword', 'passphrase', 'wifiPassphrase', 'pwd', 'adminPwd', 'db_pwd', 'pin', 'PIN', 'userPin'],
  ...['pinCode', 'user-pin', 'userPIN2', 'psk', 'wifiPSK', 'apiKey', 'api_key', 'API-Key', 'credential', 'credentials'],
  ...['secret', 'accessToken', 'authorization', 'activationCode', 'cookies', 'login[pin]'],
])('%s is secret', (name) => expect(isSecret(name)).toBe(true))

test.each([
  ...['pinned', 'isPinned', 'shipping', 'shippingDate', 'spinning', 'spin', 'opinion', 'pinout', 'pineStreet'],
  ...['name', 'key', 'pointKey', 'description', 'passage'],
])('%s is not', (name) => expect(isSecret(name)).toBe(false))
