const change = {}

export default change
