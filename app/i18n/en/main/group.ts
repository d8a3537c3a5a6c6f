const group = {}

export default group
