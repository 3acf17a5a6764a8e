import Injection
