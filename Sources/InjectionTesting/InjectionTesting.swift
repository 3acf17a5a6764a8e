// Test support for Injection.
