/** Password policy of the admin user (domain §5.8). */
import { fold } from './fold'

/** Names that a password must not contain. */
interface Owner {
  hostId: string
  customerName: string
}

const key = (rule: string) => `errors.password.${rule}`

/** Common words, compared without case and without the characters around them. */
const common = [
  'password',
  'passw0rd',
  'p@ssword',
  'p@ssw0rd',
  'qwerty',
  'azerty',
  'welcome',
  'bienvenue',
  'letmein',
  'changeme',
  'motdepasse',
  'controller',
  'building',
  'bacnet',
  'plantroom',
  'eclypse',
  'niagara',
  '12345',
  'abc123',
  'abcd1234',
  'summer',
  'winter',
]

/** Returns the message keys of what is wrong with a password for any controller. */
export function passwordErrors(password: string): string[] {
  const wrong: string[] = []
  if (password.length < 8 || password.length > 20) wrong.push(key('length'))
  if (!/[A-Z]/.test(password)) wrong.push(key('upper'))
  if (!/[a-z]/.test(password)) wrong.push(key('lower'))
  if (!/\d/.test(password)) wrong.push(key('digit'))
  if (!/[!-/:-@[-`{-~]/.test(password)) wrong.push(key('symbol'))
  if (!/^[!#-[\]-~]*$/.test(password)) wrong.push(key('charset'))
  if (password.toLowerCase().includes('admin')) wrong.push(key('personal'))
  if (isCommon(password)) wrong.push(key('common'))
  return wrong
}

/** Whether a password contains the host id or the customer's name. */
export function isPersonal(password: string, { hostId, customerName }: Owner): boolean {
  const plain = folded(password)
  const name = folded(customerName)
  const words = [name, ...customerName.split(/\s+/).map(folded)].filter((word) => word.length >= 5)
  return [folded(hostId), ...words].some((word) => word !== '' && plain.includes(word))
}

/** Whether a password is a common word with little more than digits and symbols around it. */
function isCommon(password: string): boolean {
  const core = password.toLowerCase().replace(/[^a-z0-9@]/g, '')
  return common.some((word) => core.startsWith(word) && /^\d*$/.test(core.slice(word.length)))
}

const folded = (text: string) => fold(text).replace(/[^a-z0-9]/g, '')
