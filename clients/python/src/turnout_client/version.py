"""Version of the client: here, and nowhere else."""

CLIENT_VERSION = "1.1.0"
